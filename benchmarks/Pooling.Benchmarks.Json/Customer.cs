namespace Pooling.Benchmarks.Json;

/// <summary>One customer of the export.</summary>
public sealed record Customer(int Id, string Name, string[] Emails, Address HomeAddress, Address[] Addresses);
