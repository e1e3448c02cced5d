const REFERENCE_MS = 20;
const ATTEMPTS = 8;

/** Milliseconds of the processor that something takes. */
export function measureProcessorTime(act: () => void): number {
  const start = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

const words = Array.from({ length: 100_000 }, (_, n) => `word ${(n * 7919) % 100_000}`);

/** What any program does with texts: it compares them, puts them together and looks for something in them. */
const referenceWork = () => words.toSorted().join(" ").replace(/\d+ /g, "-");

let measuredSlowdown: number | undefined;

/**
 * How many times slower this machine is than those for which limits of time are meant, at least 1. Those do the same bare work in
 * twenty milliseconds. The best of some attempts, as others use the machine as well.
 */
export function machineSlowdown(): number {
  measuredSlowdown ??= Math.max(
    1,
    Math.min(...Array.from({ length: ATTEMPTS }, () => measureProcessorTime(referenceWork))) / REFERENCE_MS,
  );
  return measuredSlowdown;
}
