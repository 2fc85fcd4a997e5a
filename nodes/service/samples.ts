/** The id that samples of the trigger carry when there is no finished promotion to show; no operation ever sends it. */
export const SAMPLE_PROMOTION_ID = 'sample';
