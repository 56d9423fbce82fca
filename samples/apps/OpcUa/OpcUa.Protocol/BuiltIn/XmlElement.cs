namespace OpcUa.Protocol.BuiltIn;

/// <summary>A fragment of XML, as unparsed text.</summary>
public readonly record struct XmlElement(string? Text);
