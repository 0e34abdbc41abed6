/** Arrays and objects nested deeper are refused, as Python's parser refuses them. */
export const MAX_JSON_DEPTH = 1000;
/** Integers with more digits are refused, as Python refuses them. */
export const MAX_INTEGER_DIGITS = 4300;
/** Every integer of fewer digits is within ±(2^53−1). */
export const UNSAFE_INTEGER_DIGITS = 16;
