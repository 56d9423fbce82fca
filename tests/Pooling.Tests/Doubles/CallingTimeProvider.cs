namespace Pooling.Doubles;

/// <summary>The system's clock, which calls back whenever it is asked.</summary>
internal sealed class CallingTimeProvider : TimeProvider
{
    /// <summary>Gets or sets the callback.</summary>
    internal Action? Called { get; set; }

    public override long GetTimestamp()
    {
        Called?.Invoke();
        return base.GetTimestamp();
    }
}
