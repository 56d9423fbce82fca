namespace OpcUa.Protocol.BuiltIn;

/// <summary>A fragment of XML, as text that nobody has parsed.</summary>
public readonly record struct XmlElement(string? Text);
