import type { Channel } from "@parlance/contract/entities/channel.ts";
import { channelsById } from "../../client/replica/selectors/entities-by-id.ts";
import { memo } from "../../client/replica/selectors/memo.ts";
import { Choice } from "../../base/ui/forms/choice-fields.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";

const liveChannels = memo(["subscriptions", "unsubscribed", "never_subscribed"], (state): readonly Channel[] =>
  [...channelsById(state).values()]
    .filter(({ is_archived }) => !is_archived)
    .toSorted((a, b) => a.name.localeCompare(b.name)),
);

interface ChannelNameChoiceProps {
  readonly label: string;
  /** Empty: none. */
  readonly value: string;
  readonly isDisabled?: boolean;
  readonly onChange: (name: string) => void;
}

/** A channel by its name, or none. */
export function ChannelNameChoice({ label, value, isDisabled = false, onChange }: ChannelNameChoiceProps) {
  const names = useKnown(liveChannels).map(({ name }) => name);
  const all = value === "" || names.includes(value) ? names : [value, ...names];
  return (
    <Choice
      label={label}
      options={[{ value: "", text: words.bots.noChannel }, ...all.map((name) => ({ value: name, text: `#${name}` }))]}
      value={value}
      isDisabled={isDisabled}
      onChange={onChange}
    />
  );
}
