using System.Globalization;

namespace Pooling.Samples;

/// <summary>Reads the options of a command line one by one: <c>--name value</c>, <c>--name=value</c> and <c>--flag</c>, each at most
/// once.</summary>
internal sealed class CommandLine(IReadOnlyList<string> arguments)
{
    private readonly HashSet<string> _seen = new(StringComparer.Ordinal);
    private int _next;
    private string? _value; // after an equals sign

    private bool HasValueBehind => _next < arguments.Count && !arguments[_next].StartsWith("--", StringComparison.Ordinal);

    /// <summary>The option that was read last.</summary>
    public string Name { get; private set; } = "";

    /// <summary>Advances to the next option.</summary>
    /// <returns><see langword="false"/> if there is none.</returns>
    /// <exception cref="UsageException">The option is repeated.</exception>
    public bool Read()
    {
        if (_next == arguments.Count)
            return false;

        string argument = arguments[_next++];
        int equals = argument.StartsWith("--", StringComparison.Ordinal) ? argument.IndexOf('=', StringComparison.Ordinal) : -1;
        Name = equals < 0 ? argument : argument[..equals];
        _value = equals < 0 ? null : argument[(equals + 1)..];
        return _seen.Add(Name) ? true : throw new UsageException($"option '{Name}' is specified more than once");
    }

    /// <summary>Returns the value of the option.</summary>
    /// <exception cref="UsageException">The option has no value.</exception>
    public string Value()
    {
        if (_value is null && HasValueBehind)
            _value = arguments[_next++];

        return string.IsNullOrWhiteSpace(_value) ? throw new UsageException($"option '{Name}' needs a value") : _value;
    }

    /// <summary>Returns the value of the option, if it has one.</summary>
    /// <exception cref="UsageException">The value is empty.</exception>
    public string? OptionalValue() => _value is not null || HasValueBehind ? Value() : null;

    /// <summary>Returns the value of the option as a number.</summary>
    /// <param name="least">The minimum.</param>
    /// <param name="most">The maximum.</param>
    /// <exception cref="UsageException">The value is not a number, or out of range.</exception>
    public int Number(int least, int most)
    {
        string value = Value();
        return int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number >= least && number <= most
            ? number
            : throw new UsageException(string.Create(CultureInfo.InvariantCulture, $"option '{Name}' needs a number from {least} "
                + $"to {most}, not '{value}'"));
    }

    /// <summary>Returns the value of the option as an address.</summary>
    /// <param name="schemes">The schemes that are allowed.</param>
    /// <exception cref="UsageException">The value is not an address with one of the schemes, or its port is 0.</exception>
    public Uri Url(params IReadOnlyList<string> schemes)
    {
        string value = Value();
        return Uri.TryCreate(value, UriKind.Absolute, out Uri? url) && schemes.Contains(url.Scheme) && url.Port != 0
            ? url
            : throw new UsageException($"option '{Name}' needs an address that starts with {string.Join(" or ", schemes.Select(static scheme => $"{scheme}://"))}, not '{value}'");
    }

    /// <summary>Returns the value of an option for figures as JSON: a file, or nothing for standard output.</summary>
    /// <exception cref="UsageException">The value is empty.</exception>
    public JsonOutput Json() => new(true, OptionalValue());

    /// <summary>Reads the option as a flag.</summary>
    /// <exception cref="UsageException">The option has a value.</exception>
    public bool Flag() => _value is null ? true : throw new UsageException($"option '{Name}' takes no value");

    /// <summary>Returns the exception for an unknown option.</summary>
    public UsageException Unknown() => new(Name.StartsWith('-') ? $"unknown option '{Name}'" : $"unexpected argument '{Name}'");
}
