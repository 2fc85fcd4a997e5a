/** What happens to a service, to n8n and to the form, step by step. */
import type { Counted, Counting, ListTrouble, StatisticsTrouble } from './answers';
import type { Form } from './form';
import type { Activation, Death, Mode } from './host';

export interface Start {
	status: string;
	reached?: Counted;
	/** 0 if the service does not say it. */
	ageDays: number;
	/** When it ended, if it is over and the service says so. */
	endedDaysAgo?: number;
	isNameless: boolean;
}

/** What becomes of one campaign. */
export type Turn =
	| { kind: 'status'; status: string }
	| { kind: 'figures'; reached: Counted }
	| {
			kind: 'leaves' | 'comes back' | 'is deleted' | 'is cancelled and gone' | 'completes and leaves' | 'gets its name';
	  };

export interface Polls {
	times: number;
	everyMinutes: number;
}

export type Step =
	| ({ kind: 'polls' } & Polls)
	| { kind: 'turns'; turns: Array<{ campaign: number; turn: Turn }> }
	| { kind: 'more'; count: number; start: Start }
	| ({ kind: 'list trouble'; trouble: ListTrouble; retryAfterSeconds?: number } & Polls)
	| ({
			kind: 'statistics trouble';
			trouble: StatisticsTrouble;
			/** A bit for each. */ of: number | 'all';
			retryAfterSeconds?: number;
	  } & Polls)
	| { kind: 'window'; size: number }
	| ({ kind: 'lag' | 'slow'; ms: number } & Polls)
	| { kind: 'edit'; change: Partial<Form> }
	| { kind: 'save'; change: Partial<Form>; activation: Activation; minutesOff: number; isBusy: boolean }
	| { kind: 'die'; ending: Death; minutes: number }
	| { kind: 'unwritten' }
	| { kind: 'restart'; minutes: number; keepsState: boolean };

export interface Plan {
	mode: Mode;
	form: Form;
	counting: Counting;
	/** Whether the credential says how the service counts. */
	isStated: boolean;
	/** So many more were over long ago. */
	others: number;
	/** So many more run. */
	crowd: number;
	hasOtherChannels: boolean;
	window: number;
	answerMs: number;
	start: Start[];
	steps: Step[];
}

export const CAMPAIGNS = 6;
