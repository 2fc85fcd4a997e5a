import type { IDataObject } from 'n8n-workflow';
import type {
	ContactListOptions,
	ContactReference,
	OutgoingFile,
	PreviewContact,
	RecipientsChoice,
} from '../contacts/types';
import type { Issue } from '../issues';
import type { BuiltTemplate, Template } from '../template/types';

/** The form of a launch as the user filled it in, with every value checked. */
export interface LaunchRequest {
	recipients: RecipientsChoice;
	sendMode: 'careful' | 'always' | 'dryRun';
	/** The user's own phones, to which a test goes; empty if none were entered. */
	testPhones: readonly string[];
	targetListName: string;
	promotionName: string;
	template: BuiltTemplate;
	/** Infinity for no limit. */
	maximumRecipients: number;
	maximumLaunches: number;
	ifNameExists: 'fail' | 'return' | 'launch';
	/** 0 for no limit. */
	refuseRepeatsWithinHours: number;
	/** Undefined if launches are allowed at any hour. */
	sendOnlyBetween?: SendHours;
	/** The code from a dry run; empty if no approval is needed. */
	approvalCode: string;
	contacts: ContactListOptions;
	descriptiveProperties: IDataObject;
	additionalBodyFields: IDataObject;
}

/** The first minute in which a launch is allowed, and the first in which it no longer is, such as 09:00 and 20:00. */
export interface SendHours {
	from: string;
	to: string;
	/** Whose clocks count. */
	timeZone: 'workflow' | 'contacts';
}

/** A launch that is complete; what is still open is whether it may be sent. */
export interface Campaign extends Omit<LaunchRequest, 'template'> {
	/** Whose launch this is. */
	account: string;
	template: Template;
	/** Which contact values it uses. */
	references: readonly ContactReference[];
	/** Everything wrong with contacts, template and body; empty if it may be sent. */
	faults: Issue[];
	/** Undefined for an uploaded list, or if the contacts have a fault. */
	file?: OutgoingFile;
	/** How many contacts would get the message; null if they cannot be counted. */
	ready: number | null;
	/** The first contacts as they would be sent; empty for an uploaded list. */
	first: readonly PreviewContact[];
	/** Of the contacts who would get the message; empty unless 'Send Only Between' asks for them. */
	countries: readonly string[];
	/** Who it goes to, in words for messages. */
	audience: string;
	/** How many of the contacts that is, such as "3 of 4 contacts"; null if they cannot be counted. */
	share: string | null;
	/** For each person of the sample, a text for having got this template from this account. */
	peopleOfTemplate: readonly string[];
	/** For each person of the sample, a text for having got this template with these cards from this account. */
	peopleOfMessage: readonly string[];
	/** What a person should mend, or what is not known. */
	warnings: string[];
	/** What happened to the contacts. */
	notes: string[];
	/** The part of the output that does not depend on how the launch ends. */
	row: IDataObject;
}

export type Decision =
	| { kind: 'live' }
	/** To the user's own phones. */
	| { kind: 'test' }
	| DryRunDecision;

/** Why nothing is sent, and how to send it. */
export interface DryRunDecision {
	kind: 'dryRun';
	why: string;
	advice: string;
}

/** A launch that is being sent or was sent, as the execution remembers it: what a later try needs, and no more. */
export interface SentLaunch {
	/** Tells it from all other launches. */
	id: string;
	/** sending: the request is about to be sent or was sent, and the answer is not known yet. */
	state: 'sending' | 'launched' | 'unknown';
	/** Who got what; empty for a test. */
	people: readonly string[];
	account: string;
	promotionName: string;
	/** Null until it is known. */
	promotionId: string | null;
	/** Who it went to, in words for messages. */
	audience: string;
	/** The promotions with this name that were listed before it was sent. */
	listedBefore: string[];
	sentAt: string;
	/** Why its answer is not known, for a later try that only looks. */
	cause?: string;
	/** What the output has of an answer that accepted it without saying that it was launched, for a later try that only looks. */
	unclearAnswer?: IDataObject;
	/** The output, as far as it is known yet. */
	row: IDataObject;
}
