// Plays notification sounds. They are synthesized in the browser, so that no file has to be downloaded.

interface Note {
  /** Frequency, in hertz. */
  readonly pitch: number;
  /** Start of the note, in seconds after the first note. */
  readonly at: number;
  /** Time until the note has faded out, in seconds. */
  readonly length: number;
}

/** The sounds that the setting `notification_sound` can have, by name. */
const sounds: Readonly<Record<string, readonly Note[]>> = {
  chime: [
    { pitch: 659, at: 0, length: 0.5 },
    { pitch: 880, at: 0.12, length: 0.7 },
  ],
  ding: [{ pitch: 1047, at: 0, length: 0.6 }],
  knock: [
    { pitch: 180, at: 0, length: 0.09 },
    { pitch: 160, at: 0.14, length: 0.09 },
  ],
};

const VOLUME = 0.12;

/** Maximum delay of a sound, in milliseconds. If the browser allows the sound only later, it is not played at all. */
const MAX_SOUND_DELAY_MS = 1000;

let audioContext: AudioContext | undefined;

/**
 * Plays a sound by its name. Does nothing if the name is unknown. Browsers may not allow sounds until the user has
 * interacted with the page.
 */
export function playNotificationSound(name: string): void {
  const notes = sounds[name];
  if (!notes) return;
  const audio = (audioContext ??= new AudioContext());
  const requestedAt = performance.now();
  const playSoon = () => {
    if (performance.now() - requestedAt > MAX_SOUND_DELAY_MS) return;
    for (const note of notes) playNote(audio, note);
  };
  void audio.resume().then(playSoon, () => undefined);
}

function playNote(audio: AudioContext, { pitch, at, length }: Note): void {
  const start = audio.currentTime + at;
  const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
  tone.type = "sine";
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(VOLUME, start + 0.008);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}
