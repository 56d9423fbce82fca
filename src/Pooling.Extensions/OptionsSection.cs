using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;

namespace Pooling.Extensions;

/// <summary>Reads sections of configuration strictly: every error names its key, and an unknown key is one.</summary>
internal static class OptionsSection
{
    /// <summary>Sets options to what a section holds.</summary>
    /// <exception cref="OptionsValidationException">Values are bad or keys are unknown. The message names all of
    /// them.</exception>
    internal static void Read<T>(
        IConfigurationSection section, string optionsName, T options,
        IReadOnlyDictionary<string, Action<T, string?>> keys)
    {
        List<string> failures = [];
        if (!string.IsNullOrEmpty(section.Value))
            failures.Add($"{section.Path} is {section.Value}: it must be a section, with {List(keys.Keys)}.");

        foreach (IConfigurationSection entry in section.GetChildren())
        {
            if (!keys.TryGetValue(entry.Key, out Action<T, string?>? set))
                failures.Add(Unknown(entry, keys.Keys));
            else if (entry.GetChildren().Any())
                failures.Add($"{entry.Path} is a section: it must be one value.");
            else if (Fault(() => set(options, entry.Value), entry) is { } reason)
                failures.Add(reason);
        }

        ThrowIfAny<T>(optionsName, failures);
    }

    /// <summary>Throws the failures, if there are any, together.</summary>
    internal static void ThrowIfAny<T>(string optionsName, List<string> failures)
    {
        if (failures is not [])
            throw new OptionsValidationException(optionsName, typeof(T), failures);
    }

    /// <summary>Says that a key is unknown, and which ones are known.</summary>
    internal static string Unknown(IConfigurationSection entry, IEnumerable<string> known) =>
        $"{entry.Path} is unknown: the keys here are {List(known)}.";

    /// <summary>Reads a value.</summary>
    /// <returns>The key, its value and the error; <see langword="null"/> if the value is right.</returns>
    internal static string? Fault(Action read, IConfigurationSection entry)
    {
        try
        {
            read();
            return null;
        }
        catch (Exception exception) when (exception is FormatException or ArgumentException)
        {
            return $"{entry.Path} is {(string.IsNullOrEmpty(entry.Value) ? "empty" : entry.Value)}: "
                + $"{Reason(exception)}";
        }
    }

    // "MaxRetained ('-5') must be a non-negative value. (Parameter 'MaxRetained')" and a second line. The key and the
    // value are there.
    private static string Reason(Exception exception)
    {
        if (exception is not ArgumentException { ParamName: { } name })
            return exception.Message;

        string text = exception.Message.Split(" (Parameter '", 2)[0];
        int end = text.IndexOf("') ", StringComparison.Ordinal);
        return text.StartsWith($"{name} ('", StringComparison.Ordinal) && end > 0 ? $"it {text[(end + 3)..]}" : text;
    }

    private static string List(IEnumerable<string> keys) => string.Join(", ", keys);
}
