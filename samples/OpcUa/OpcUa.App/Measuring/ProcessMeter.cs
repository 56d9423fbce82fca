namespace OpcUa.App.Measuring;

/// <summary>Reads what this process uses, and leaves out what the telling itself costs.</summary>
internal sealed class ProcessMeter
{
    private long _forReports;

    public ProcessReading Read() => new(Interlocked.Read(ref _forReports));

    /// <summary>Does something whose allocations are none of what is measured.</summary>
    /// <param name="report">What to do; it stays on its thread.</param>
    public void Exclude(Action report)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        report();
        Interlocked.Add(ref _forReports, GC.GetAllocatedBytesForCurrentThread() - before);
    }
}
