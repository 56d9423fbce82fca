namespace Pooling.Benchmarks;

/// <summary>A benchmark method as a loop around a delegate.</summary>
/// <remarks>The loops are not profiled, so that the compiler does not inline a contender into them.</remarks>
internal abstract class Workload
{
    internal static Workload Create(object instance, MethodInfo method)
    {
        Type type = method.ReturnType;
        if (type == typeof(void))
            return new Nothing(method.CreateDelegate<Action>(instance));

        if (type == typeof(Task))
            return Waiting(method.CreateDelegate<Func<Task>>(instance));

        if (type == typeof(ValueTask))
            return ValueWaiting(method.CreateDelegate<Func<ValueTask>>(instance));

        Type? generic = type.IsGenericType ? type.GetGenericTypeDefinition() : null;
        string workload = generic == typeof(Task<>) ? nameof(WaitingFor)
            : generic == typeof(ValueTask<>) ? nameof(ValueWaitingFor)
            : nameof(Returning);
        Type result = workload == nameof(Returning) ? type : type.GenericTypeArguments[0];
        Delegate body = method.CreateDelegate(typeof(Func<>).MakeGenericType(type), instance);
        MethodInfo create = typeof(Workload).GetMethod(workload, BindingFlags.NonPublic | BindingFlags.Static)!;
        return (Workload)create.MakeGenericMethod(result).Invoke(null, [body])!;
    }

    internal abstract object? RunOnce();

    internal abstract void Run(long count);

    private static Something<T> Returning<T>(Func<T> body) => new(body);

    private static Nothing Waiting(Func<Task> body) => new(() => body().GetAwaiter().GetResult());

    private static Something<T> WaitingFor<T>(Func<Task<T>> body) => new(() => body().GetAwaiter().GetResult());

    private static Nothing ValueWaiting(Func<ValueTask> body) => new(() =>
    {
        ValueTask task = body();
        if (task.IsCompleted)
            task.GetAwaiter().GetResult();
        else
            task.AsTask().GetAwaiter().GetResult();
    });

    private static Something<T> ValueWaitingFor<T>(Func<ValueTask<T>> body) => new(() =>
    {
        ValueTask<T> task = body();
        return task.IsCompleted ? task.GetAwaiter().GetResult() : task.AsTask().GetAwaiter().GetResult();
    });

    private sealed class Nothing(Action body) : Workload
    {
        internal override object? RunOnce()
        {
            body();
            return null;
        }

        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        internal override void Run(long count)
        {
            Action call = body;
            for (; count > 0; count--)
                call();
        }
    }

    private sealed class Something<T>(Func<T> body) : Workload
    {
        private T _last = default!;

        internal override object? RunOnce() => body();

        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        internal override void Run(long count)
        {
            Func<T> call = body;
            T last = _last;
            for (; count > 0; count--)
                last = call();

            _last = last;
        }
    }
}
