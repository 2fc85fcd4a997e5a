/** Advice that several messages about contacts share. */
export const SET_MAP_MANUALLY = "Set 'Mapping Column Mode' to 'Map Each Column Manually'";
export const SPLIT_OUT = 'If one item holds a list of contacts, add a Split Out node before this one.';
