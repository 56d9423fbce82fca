namespace Pooling.Benchmarks.Json;

/// <summary>An address of a customer.</summary>
public sealed record Address(string City, string Street);
