export { startSimulator, type Simulator } from './server';
export { startSimulatorProcess } from './process';
export { connectControl } from './control';
export { personalities, type PersonalityName } from './personalities';
export { countOnce } from './statistics';
export type { Fault, FaultMoment, FaultRule, Truncation } from './faults';
export type { LaunchRecord, PatchRecord } from './ledger';
export type * from './settings';
export type * from './types';
