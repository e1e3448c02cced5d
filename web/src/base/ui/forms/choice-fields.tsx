import { Check, ChevronDown } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Checkbox } from "react-aria-components/Checkbox";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select, SelectValue } from "react-aria-components/Select";
import type { ReactNode } from "react";
import styles from "./choice-fields.module.css";

interface CheckboxFieldProps {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  /** Explains the effect of the choice. */
  readonly hint?: string;
  /** Whether only screen readers get the label, because the context already shows it. */
  readonly isBare?: boolean;
}

/** A checkbox. */
export const CheckboxField = ({ children, hint, isBare = false, ...rest }: CheckboxFieldProps) => (
  <Checkbox {...rest} className={styles["tick"] ?? ""}>
    <span className={styles["box"]}>
      <Check size={14} strokeWidth={3} aria-hidden />
    </span>
    <span {...(isBare ? { className: "unseen" } : {})}>
      {children}
      {hint !== undefined && <small className={styles["hint"]}>{hint}</small>}
    </span>
  </Checkbox>
);

export interface Option<V> {
  readonly value: V;
  readonly text: string;
}

interface SelectFieldProps<V> {
  readonly label: string;
  readonly options: readonly Option<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly isDisabled?: boolean;
  readonly isLabelHidden?: boolean;
}

/** A field in which the user selects one of a few options. */
export function SelectField<V extends string | number>({
  label,
  options,
  value,
  onChange,
  ...rest
}: SelectFieldProps<V>) {
  const { isLabelHidden = false, isDisabled = false } = rest;
  return (
    <Select
      className={styles["choice"] ?? ""}
      value={value}
      isDisabled={isDisabled}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen) onChange(chosen.value);
      }}
      {...(isLabelHidden ? { "aria-label": label } : {})}
    >
      {!isLabelHidden && <Label className={styles["label"] ?? ""}>{label}</Label>}
      <Button className={styles["button"] ?? ""}>
        <SelectValue className={styles["value"] ?? ""} />
        <ChevronDown size={16} aria-hidden />
      </Button>
      <Popover className={styles["popover"] ?? ""}>
        <ListBox className={styles["list"] ?? ""} items={options}>
          {({ value: id, text }) => (
            <ListBoxItem id={id} textValue={text} className={styles["option"] ?? ""}>
              {text}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
