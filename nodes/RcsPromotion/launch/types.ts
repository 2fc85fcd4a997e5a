import type { IDataObject } from 'n8n-workflow';
import type { ContactOptions, ContactReference, OutgoingFile, RowValues, RecipientsChoice } from '../contacts/types';
import type { Issue } from '../issues';
import type { BuiltTemplate, Template } from '../template/types';

/** The form of a launch as the user filled it in, with every value checked. */
export interface LaunchRequest {
	/** What was chosen in 'Recipients': where the contacts come from. */
	recipientSource: RecipientsChoice;
	/** careful: to everyone if the run was started live, otherwise to the test phones. */
	sendMode: 'careful' | 'always' | 'dryRun';
	/** The user's own phones, to which a test goes; empty if none were entered. */
	testPhones: readonly string[];
	targetListName: string;
	promotionName: string;
	builtTemplate: BuiltTemplate;
	/** Infinity for no limit. */
	maximumRecipients: number;
	maximumLaunches: number;
	ifNameExists: 'fail' | 'return' | 'launch';
	/** 0 if repeats are allowed. */
	refuseRepeatsWithinHours: number;
	/** Undefined if launches are allowed at any hour. */
	sendOnlyBetween?: SendHours;
	contactOptions: ContactOptions;
	descriptiveProperties: IDataObject;
	additionalBodyFields: IDataObject;
}

/** The first minute in which a launch is allowed, and the first in which it no longer is, such as 09:00 and 20:00. */
export interface SendHours {
	from: string;
	to: string;
}

/** A launch with contacts and template checked. Whether it may be sent is decided later. */
export interface Campaign extends Omit<LaunchRequest, 'builtTemplate'> {
	/** Base URL and account ID. */
	account: string;
	template: Template;
	/** Which contact values it uses. */
	references: readonly ContactReference[];
	/** Everything wrong with contacts, template and body. If there is any, nothing is sent. */
	refusals: Issue[];
	/** Undefined for an uploaded list, or if the contacts cannot be sent. */
	file?: OutgoingFile;
	/** How many contacts get the message; null if they cannot be counted. */
	recipientCount: number | null;
	/** The first contacts as they would be sent; empty for an uploaded list. */
	firstRecipients: readonly RowValues[];
	/** Who it goes to, in words for messages. */
	audience: string;
	/** Such as "3 of 4 contacts"; null if they cannot be counted. */
	recipientsInWords: string | null;
	/** The list's fingerprint, each entry hashed with account ID and template: equal entries are the same person and template. */
	templateFingerprint: readonly string[];
	/** The list's fingerprint, each entry hashed with Base URL and cards, too. */
	messageFingerprint: readonly string[];
	/** What a person should correct, or what is not known. */
	warnings: string[];
	/** What happened to the contacts. */
	notes: string[];
	/** The part of the output that does not depend on how the launch ends. */
	baseOutput: IDataObject;
}

export type Decision =
	| { kind: 'everyone' }
	/** A test, to the user's own phones. */
	| { kind: 'testPhones' }
	| DryRunDecision;

/** Why nothing is sent, and how to send it. */
export interface DryRunDecision {
	kind: 'dryRun';
	why: string;
	advice: string;
}

/** What n8n stores of a launch with the execution, from just before it is sent: only what a later try needs. */
export interface RememberedLaunch {
	id: string;
	/** sending: the request is about to be sent or was sent, and the answer is not known yet. */
	state: 'sending' | 'launched' | 'unknown';
	/** Its message fingerprint; empty for a test. */
	messageFingerprint: readonly string[];
	account: string;
	promotionName: string;
	/** Null until it is known. */
	promotionId: string | null;
	/** Who it went to, in words for messages. */
	audience: string;
	/** The promotions with this name that were listed before it was sent. */
	listedBefore: string[];
	sentAt: string;
	/** Why it is not known whether it was launched. */
	whyUnknown?: string;
	/** The values that the answer adds to the output. Only set if the service answered, but the answer does not prove the launch. */
	unconfirmedOutput?: IDataObject;
	/** The output, as far as it is known yet. */
	output: IDataObject;
}
