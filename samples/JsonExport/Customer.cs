namespace Pooling.Samples.JsonExport;

/// <summary>One row of the export.</summary>
internal sealed record Customer(
    int Id, string Name, string Email, string City, decimal Balance, DateTime Since, bool IsActive, string? Note);
