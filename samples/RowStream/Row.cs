namespace Pooling.Samples.RowStream;

/// <summary>One row of the stream.</summary>
internal sealed record Row(int Id, string Name, double Value, DateTime Time, bool IsValid);
