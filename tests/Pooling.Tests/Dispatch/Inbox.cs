namespace Pooling.Dispatch;

/// <summary>The packets that handlers received.</summary>
internal sealed class Inbox
{
    internal FaultPlan Faults { get; } = new();

    internal long Sum { get; set; }

    internal int Handled { get; set; }

    /// <summary>Gets or sets an action that runs inside the handler.</summary>
    internal Action? During { get; set; }

    internal void Take(long value)
    {
        Faults.Pass("the handler");
        Sum += value;
        Handled++;
        During?.Invoke();
    }
}
