namespace Pooling.Encodeables;

/// <summary>A pooled class without nested objects, as a user writes it for the generator. The other part is in Reading.Pooled.cs.</summary>
public sealed partial class Reading
{
    internal const double DefaultDeadband = 0.5;

    public uint Handle { get; set; }

    public double Value { get; set; }

    public double Deadband { get; set; } = DefaultDeadband;

    public string? Unit { get; set; }

    public event EventHandler? Changed;

    internal void RaiseChanged() => Changed?.Invoke(this, EventArgs.Empty);
}
