import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, use } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import styles from "./choice-fields.module.css";

interface ComboBoxFieldProps {
  readonly label: string;
  /** Options that match the entered text, best first. */
  readonly options: readonly string[];
  /** The entered text. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Whether the user may enter text that is not among the options. */
  readonly allowsCustomValue?: boolean;
  readonly placeholder?: string;
  readonly maxLength?: number;
}

/** A field in which the user selects one of many options by typing part of it. */
export function ComboBoxField({
  label,
  options,
  value,
  onChange,
  allowsCustomValue = false,
  placeholder = "",
  maxLength,
}: ComboBoxFieldProps) {
  return (
    <ComboBox
      className={styles["choice"] ?? ""}
      menuTrigger="focus"
      allowsCustomValue={allowsCustomValue}
      allowsEmptyCollection
      inputValue={value}
      onInputChange={onChange}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      items={options.map((text) => ({ id: text, text }))}
    >
      <Label className={styles["label"] ?? ""}>{label}</Label>
      <span className={styles["combo"]}>
        <ComboBoxInput placeholder={placeholder} maxLength={maxLength} />
        <Button className={styles["opener"] ?? ""}>
          <ChevronDown size={16} aria-hidden />
        </Button>
      </span>
      <Popover className={styles["popover"] ?? ""}>
        <ListBox<{ id: string; text: string }> className={styles["list"] ?? ""}>
          {({ text }) => (
            <ListBoxItem textValue={text} className={styles["option"] ?? ""}>
              {text}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

interface ComboBoxInputProps {
  readonly placeholder: string;
  readonly maxLength: number | undefined;
}

function ComboBoxInput({ placeholder, maxLength }: ComboBoxInputProps) {
  const list = use(ComboBoxStateContext);
  // Closes only the list. By default, Escape would also reset the entered text.
  const closeList = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !list?.isOpen) return;
    event.stopPropagation();
    list.setOpen(false);
  };
  return (
    <Input
      className={styles["input"] ?? ""}
      placeholder={placeholder}
      dir="auto"
      {...(maxLength === undefined ? {} : { maxLength })}
      onKeyDownCapture={closeList}
    />
  );
}
