namespace Pooling.Internal.Polyfills;

/// <summary>Runs an action on the thread pool without capturing the caller's execution context.</summary>
internal static class WorkQueue
{
#if NETSTANDARD2_0
    internal static void Post<TState>(Action<TState> action, TState state) =>
        ThreadPool.UnsafeQueueUserWorkItem(static boxed => ((Action)boxed!)(), (Action)(() => action(state)));
#else
    internal static void Post<TState>(Action<TState> action, TState state) =>
        ThreadPool.UnsafeQueueUserWorkItem(action, state, preferLocal: false);
#endif
}
