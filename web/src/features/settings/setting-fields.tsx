import { checkOutcome } from "../../hooks/check-outcome.ts";
import { channelsById } from "../../client/replica/selectors/entities-by-id.ts";
import { SelectField, CheckboxField } from "../../base/ui/forms/choice-fields.tsx";
import { PageSection, SecondaryText } from "../../base/ui/page.tsx";
import { SavedField } from "../../hooks/saved-field.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import type { SettingGroup, SettingValue, SettingWords } from "../../base/words/setting-words.ts";
import { useSetting } from "./setting-source.tsx";

const strings = words.settings;

/** A group of settings under a title. */
export const SettingsSection = ({ part: { title, more, settings } }: { part: SettingGroup }) => (
  <PageSection title={title}>
    {more !== undefined && <SecondaryText>{more}</SecondaryText>}
    {Object.entries(settings).map(([name, about]) => (
      <Setting key={name} name={name} about={about} />
    ))}
  </PageSection>
);

interface SettingProps<W extends SettingWords = SettingWords> {
  /** Name of the setting in the API. */
  readonly name: string;
  readonly about: W;
}

/**
 * The field of a setting. A change is saved immediately or, in a field for a text or number, once the user confirms it.
 * Renders nothing if the setting does not exist.
 */
export function Setting({ name, about }: SettingProps) {
  const { value } = useSetting(name);
  if (value === undefined) return null;
  if (typeof about === "string") return <CheckboxSetting name={name} about={{ kind: "tick", label: about }} />;
  switch (about.kind) {
    case "tick":
      return <CheckboxSetting name={name} about={about} />;
    case "choice":
      return <SelectSetting name={name} about={about} />;
    case "text":
      return <TextSetting name={name} about={about} />;
    case "number":
      return <NumberSetting name={name} about={about} />;
    case "channel":
      return <ChannelSetting name={name} about={about} />;
  }
}

type WordsOfKind<K extends string> = Extract<SettingWords, { readonly kind: K }>;

function CheckboxSetting({ name, about: { label, hint } }: SettingProps<WordsOfKind<"tick">>) {
  const { value, mayChange, set } = useSetting(name);
  return (
    <CheckboxField
      isSelected={value === true}
      isDisabled={!mayChange}
      {...(hint === undefined ? {} : { hint })}
      onChange={(isOn) => void set(isOn).then(checkOutcome)}
    >
      {label}
    </CheckboxField>
  );
}

function SelectSetting({ name, about: { label, hint, options, other } }: SettingProps<WordsOfKind<"choice">>) {
  const { value, mayChange, set } = useSetting(name);
  const keyed = options.map((option) => ({ ...option, key: String(option.value) }));
  const key = String(value);
  const text = value === null || value === undefined ? strings.asUsual : (other?.(value) ?? key);
  const shown = keyed.map((option) => ({ value: option.key, text: option.text }));
  return (
    <div>
      <SelectField
        label={label}
        // If the current value, for example set by another client, is not among the options, it is added to them.
        options={keyed.some((option) => option.key === key) ? shown : [...shown, { value: key, text }]}
        value={key}
        isDisabled={!mayChange}
        onChange={(chosen) => {
          const option = keyed.find((one) => one.key === chosen);
          if (option) void set(option.value).then(checkOutcome);
        }}
      />
      {hint !== undefined && <SecondaryText>{hint}</SecondaryText>}
    </div>
  );
}

function TextSetting({ name, about: { label, hint, rows, longest, none = "" } }: SettingProps<WordsOfKind<"text">>) {
  const { value, mayChange, set } = useSetting(name);
  const known = String(value ?? "");
  return (
    <SavedField
      label={label}
      savedValue={known === none ? "" : known}
      isDisabled={!mayChange}
      allowsEmpty
      {...(hint === undefined ? {} : { hint })}
      {...(rows === undefined ? {} : { rows })}
      {...(longest === undefined ? {} : { maxLength: longest })}
      onSave={(text) => set(text === "" ? none : text)}
    />
  );
}

function NumberSetting({ name, about: { label, hint, none } }: SettingProps<WordsOfKind<"number">>) {
  const { value, mayChange, set } = useSetting(name);
  const save = async (text: string) => {
    if (text === "" && none !== undefined) return set(none);
    const written: SettingValue = Number(text);
    return Number.isSafeInteger(written) ? set(written) : { done: false as const, message: strings.notNumber };
  };
  return (
    <SavedField
      label={label}
      savedValue={value === none ? "" : String(value)}
      isDisabled={!mayChange}
      allowsEmpty={none !== undefined}
      {...(hint === undefined ? {} : { hint })}
      onSave={save}
    />
  );
}

/** Value that means "no channel", both here and in the API. */
const NO_CHANNEL = -1;

function ChannelSetting({ name, about: { label, hint, isPrivate } }: SettingProps<WordsOfKind<"channel">>) {
  const { value, mayChange, set } = useSetting(name);
  const channels = useClientState(channelsById);
  const fitting = [...channels.values()]
    .filter(({ is_archived, invite_only }) => !is_archived && (!isPrivate || invite_only))
    .map((channel) => ({ value: channel.stream_id, text: `#${channel.name}` }))
    .toSorted((a, b) => a.text.localeCompare(b.text));
  const chosen = Number(value);
  const known = chosen === NO_CHANNEL || fitting.some((one) => one.value === chosen);
  const other = channels.get(chosen);
  return (
    <div>
      <SelectField
        label={label}
        options={[
          { value: NO_CHANNEL, text: strings.none },
          ...fitting,
          ...(known ? [] : [{ value: chosen, text: other ? `#${other.name}` : words.dialogs.history.otherChannel }]),
        ]}
        value={chosen}
        isDisabled={!mayChange}
        onChange={(id) => void set(id).then(checkOutcome)}
      />
      {hint !== undefined && <SecondaryText>{hint}</SecondaryText>}
    </div>
  );
}
