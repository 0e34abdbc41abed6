/** Does work and says how it ended: when it returns or throws, or when the promise that it returns settles. */
export function ending<Answer>(work: () => Answer, end: (failed: boolean) => void): Answer {
  let answer: Answer;
  try {
    answer = work();
  } catch (error) {
    end(true);
    throw error;
  }
  if (!(answer instanceof Promise)) {
    end(false);
    return answer;
  }
  const settled = answer.then(
    (value: unknown) => {
      end(false);
      return value;
    },
    (error: unknown) => {
      end(true);
      throw error;
    },
  );
  // The same promise, but that its end is noted first.
  return settled as Answer;
}
