namespace OpcUa.Protocol.BuiltIn;

public readonly record struct LocalizedText(string? Locale, string? Text);
