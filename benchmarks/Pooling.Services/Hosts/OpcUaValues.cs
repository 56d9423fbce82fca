using OpcUa.Protocol.BuiltIn;
using Pooling.Services.Loads;

namespace Pooling.Services.Hosts;

/// <summary>Counts and checks the values that the client gets: each variable counts up. One thread adds.</summary>
internal sealed class OpcUaValues
{
    private readonly double[] _last = new double[OpcUaLoad.Nodes + 1]; // not a number until the first value
    private readonly TaskCompletionSource _complete = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Latencies _latencies = new();
    private long _begin;
    private int _missing = OpcUaLoad.Nodes;

    public OpcUaValues() => Array.Fill(_last, double.NaN);

    /// <summary>Gets what is wrong; <see langword="null"/> for nothing.</summary>
    public string? Problem { get; private set; }

    /// <summary>Gets a task that ends when each variable has sent a value.</summary>
    public Task Complete => _complete.Task;

    public void Add(uint number, in DataValue value, DateTime now)
    {
        double last = _last[number];
        if (!value.Value.TryGet(out double count) || (!double.IsNaN(last) && count != last + 1))
            Problem = $"Variable {number} is {count} after {last}.";

        if (double.IsNaN(last) && --_missing == 0)
            _complete.SetResult();

        _last[number] = count;
        _latencies.Record((now - value.SourceTimestamp).Ticks * (Stopwatch.Frequency / TimeSpan.TicksPerSecond));
    }

    public void Begin()
    {
        _latencies = new Latencies();
        _begin = Stopwatch.GetTimestamp();
    }

    public LoadResult End()
    {
        if (_missing > 0)
            Problem = $"{_missing} variables have sent nothing.";

        return new LoadResult(
            _latencies.Count, Stopwatch.GetElapsedTime(_begin).TotalSeconds, _latencies.At(0.5), _latencies.At(0.99),
            _latencies.At(0.999), _latencies.At(1));
    }
}
