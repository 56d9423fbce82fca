namespace Pooling.JsonExport;

/// <summary>An address of a customer.</summary>
internal sealed record Address(string City, string Street);
