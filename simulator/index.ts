export { startSimulator, type Simulator } from './server';
export { startSimulatorProcess, type SimulatorProcess } from './process';
export { connectControl, type RemoteControl } from './control';
export {
	personalities,
	idLike,
	recordingVersion,
	type Personality,
	type RecordedAnswer,
	type RecordedPersonality,
} from './personalities';
export { defaultAccountId, defaultApiKey } from './simulation';
export { documentedColumns } from './reportRows';
export type { Controls } from './controls';
export type { Compression, Fault, FaultMoment, FaultRule, Truncation } from './faults';
export type { ForeignRequest } from './foreignHost';
export type * from './ledger';
export * from './types';
