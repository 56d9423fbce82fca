namespace Pooling.Doubles;

/// <summary>The system's clock, which calls back whenever the thread that has made it asks. The thread of the library
/// may ask, too, after a collection.</summary>
internal sealed class CallingTimeProvider : TimeProvider
{
    private readonly int _thread = Environment.CurrentManagedThreadId;

    /// <summary>Gets or sets the callback.</summary>
    internal Action? Called { get; set; }

    public override long GetTimestamp()
    {
        if (Environment.CurrentManagedThreadId == _thread)
            Called?.Invoke();

        return base.GetTimestamp();
    }
}
