const REFERENCE_MS = 20;
const ATTEMPTS = 8;

/** Measures the processor time of an action, in milliseconds. */
export function measureProcessorTime(act: () => void): number {
  const start = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

const words = Array.from({ length: 100_000 }, (_, n) => `word ${(n * 7919) % 100_000}`);

/** Work that is typical for programs that process text: comparing, joining and searching. */
const referenceWork = () => words.toSorted().join(" ").replace(/\d+ /g, "-");

let measuredSlowdown: number | undefined;

/**
 * Returns the factor (at least 1) by which this machine is slower than the machines that time limits are meant for.
 * Those need twenty milliseconds for the reference work. Uses the minimum of several attempts, because other programs
 * use the machine too.
 */
export function machineSlowdown(): number {
  measuredSlowdown ??= Math.max(
    1,
    Math.min(...Array.from({ length: ATTEMPTS }, () => measureProcessorTime(referenceWork))) / REFERENCE_MS,
  );
  return measuredSlowdown;
}
