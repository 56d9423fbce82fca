using System.Reflection;
using System.Runtime.CompilerServices;

namespace Pooling.Benchmarks;

/// <summary>A benchmark method as a loop around a delegate, which costs about 2 ns a call: shorter work loops inside its method and says so
/// by OperationsPerInvoke.</summary>
/// <remarks>The loops are not profiled, so that the compiler inlines no contender into them.</remarks>
internal abstract class Workload
{
    internal static Workload Create(object instance, MethodInfo method)
    {
        Type type = method.ReturnType;
        if (type == typeof(void))
            return new Nothing(method.CreateDelegate<Action>(instance));

        if (type == typeof(Task))
            return new Waiting(method.CreateDelegate<Func<Task>>(instance));

        if (type == typeof(ValueTask))
            return new ValueWaiting(method.CreateDelegate<Func<ValueTask>>(instance));

        Type? generic = type.IsGenericType ? type.GetGenericTypeDefinition() : null;
        Type workload = generic == typeof(Task<>) ? typeof(WaitingFor<>).MakeGenericType(type.GenericTypeArguments)
            : generic == typeof(ValueTask<>) ? typeof(ValueWaitingFor<>).MakeGenericType(type.GenericTypeArguments)
            : typeof(Something<>).MakeGenericType(type);
        Delegate body = method.CreateDelegate(typeof(Func<>).MakeGenericType(type), instance);
        return (Workload)Activator.CreateInstance(workload, body)!;
    }

    internal abstract object? RunOnce();

    internal abstract void Run(long count);

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

    private sealed class Waiting(Func<Task> body) : Workload
    {
        internal override object? RunOnce()
        {
            body().GetAwaiter().GetResult();
            return null;
        }

        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        internal override void Run(long count)
        {
            for (; count > 0; count--)
                body().GetAwaiter().GetResult();
        }
    }

    private sealed class WaitingFor<T>(Func<Task<T>> body) : Workload
    {
        internal override object? RunOnce() => body().GetAwaiter().GetResult();

        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        internal override void Run(long count)
        {
            for (; count > 0; count--)
                body().GetAwaiter().GetResult();
        }
    }

    private sealed class ValueWaiting(Func<ValueTask> body) : Workload
    {
        internal override object? RunOnce()
        {
            Wait();
            return null;
        }

        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        internal override void Run(long count)
        {
            for (; count > 0; count--)
                Wait();
        }

        private void Wait()
        {
            ValueTask task = body();
            if (task.IsCompleted)
                task.GetAwaiter().GetResult();
            else
                task.AsTask().GetAwaiter().GetResult();
        }
    }

    private sealed class ValueWaitingFor<T>(Func<ValueTask<T>> body) : Workload
    {
        internal override object? RunOnce() => Wait();

        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        internal override void Run(long count)
        {
            for (; count > 0; count--)
                _ = Wait();
        }

        private T Wait()
        {
            ValueTask<T> task = body();
            return task.IsCompleted ? task.GetAwaiter().GetResult() : task.AsTask().GetAwaiter().GetResult();
        }
    }
}
