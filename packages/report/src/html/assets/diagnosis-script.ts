export const DIAGNOSIS_SCRIPT = '';
