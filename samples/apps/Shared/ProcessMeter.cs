namespace Pooling.Samples;

/// <summary>Measures this process, without the cost of the reports.</summary>
internal sealed class ProcessMeter
{
    private long _forReports;

    public ProcessReading Read() => new(Interlocked.Read(ref _forReports));

    /// <summary>Runs a report whose allocations are not counted.</summary>
    /// <param name="report">The report. It must stay on its thread.</param>
    public void Exclude(Action report)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        report();
        Interlocked.Add(ref _forReports, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    /// <summary>Takes a reading whose allocations are not counted.</summary>
    /// <param name="read">Takes the reading. It must stay on its thread.</param>
    public T Exclude<T>(Func<T> read)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        T reading = read();
        Interlocked.Add(ref _forReports, GC.GetAllocatedBytesForCurrentThread() - before);
        return reading;
    }
}
