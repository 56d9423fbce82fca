using System.Runtime.ExceptionServices;

namespace Pooling.Benchmarks;

/// <summary>A benchmark method on a separate instance, which is set up like in BenchmarkDotNet, and run in this process.</summary>
internal sealed class InProcessBenchmark : IDisposable
{
    private readonly Descriptor _descriptor;
    private readonly object _instance;
    private readonly Workload _workload;
    private readonly bool _countsAllThreads;

    internal InProcessBenchmark(BenchmarkCase benchmark)
    {
        _descriptor = benchmark.Descriptor;
        _instance = Activator.CreateInstance(_descriptor.Type)!;
        _countsAllThreads = _descriptor.Type.IsDefined(typeof(AllThreadsAttribute));
        foreach (var parameter in benchmark.Parameters.Items)
        {
            if (parameter.IsArgument)
                throw new NotSupportedException($"{Name} has parameters. Use [Params] properties of the class instead.");

            _descriptor.Type.GetProperty(parameter.Name)!.SetValue(_instance, parameter.Value);
        }

        Call(_descriptor.GlobalSetupMethod);
        _workload = Workload.Create(_instance, _descriptor.WorkloadMethod);
    }

    internal string Name => _descriptor.WorkloadMethod.Name;
    internal string FullName => $"{BenchmarkGroup.NameOf(_descriptor.Type)}.{Name}";
    internal MethodInfo Method => _descriptor.WorkloadMethod;
    internal object Instance => _instance;
    internal int OperationsPerInvoke => _descriptor.OperationsPerInvoke;

    /// <summary>Gets the ticks of a call that does nothing, which <see cref="Run"/> includes.</summary>
    internal double EmptyTicks => EmptyCall.TicksOf(Method.ReturnType);

    internal object? RunOnce()
    {
        Call(_descriptor.IterationSetupMethod);
        object? output = Output.Snapshot(_workload.RunOnce(), Method);
        Call(_descriptor.IterationCleanupMethod);
        return output;
    }

    /// <summary>Runs the method a number of times and measures it. The setups and cleanups of iterations are not included.</summary>
    /// <returns>The ticks of the stopwatch, and the bytes that this thread and worker threads allocated, or all threads if the class
    /// requires that.</returns>
    internal (long Ticks, long Bytes) Run(long count)
    {
        if (_descriptor.IterationSetupMethod is null && _descriptor.IterationCleanupMethod is null)
            return Measure(count);

        long ticks = 0;
        long bytes = 0;
        for (; count > 0; count--)
        {
            Call(_descriptor.IterationSetupMethod);
            (long moreTicks, long moreBytes) = Measure(1);
            Call(_descriptor.IterationCleanupMethod);
            ticks += moreTicks;
            bytes += moreBytes;
        }

        return (ticks, bytes);
    }

    public void Dispose() => Call(_descriptor.GlobalCleanupMethod);

    private long AllocatedBytes() => _countsAllThreads
        ? GC.GetTotalAllocatedBytes(precise: true)
        : GC.GetAllocatedBytesForCurrentThread() + WorkerThreads.AllocatedBytes;

    private (long Ticks, long Bytes) Measure(long count)
    {
        long bytes = AllocatedBytes();
        long start = Stopwatch.GetTimestamp();
        _workload.Run(count);
        long ticks = Stopwatch.GetTimestamp() - start;
        return (ticks, AllocatedBytes() - bytes);
    }

    private void Call(MethodInfo? method)
    {
        try
        {
            switch (method?.Invoke(_instance, null))
            {
                case Task task:
                    task.GetAwaiter().GetResult();
                    break;
                case ValueTask task:
                    task.AsTask().GetAwaiter().GetResult();
                    break;
            }
        }
        catch (TargetInvocationException exception)
        {
            ExceptionDispatchInfo.Throw(exception.InnerException!);
        }
    }
}
