namespace Pooling.Internal.Polyfills;

/// <summary>Queues work to the thread pool without capturing the caller's execution context.</summary>
internal static class WorkQueue
{
    internal static bool TryPost(IThreadPoolWorkItem work)
    {
        Post(work);
        return true;
    }

#if NETSTANDARD2_0
    internal static void Post<TState>(Action<TState> action, TState state) =>
        ThreadPool.UnsafeQueueUserWorkItem(static boxed => ((Action)boxed!)(), (Action)(() => action(state)));

    internal static void Post(IThreadPoolWorkItem work) =>
        ThreadPool.UnsafeQueueUserWorkItem(static item => ((IThreadPoolWorkItem)item!).Execute(), work);
#else
    internal static void Post<TState>(Action<TState> action, TState state) =>
        ThreadPool.UnsafeQueueUserWorkItem(action, state, preferLocal: false);

    /// <remarks>Does not allocate.</remarks>
    internal static void Post(IThreadPoolWorkItem work) => ThreadPool.UnsafeQueueUserWorkItem(work, preferLocal: false);
#endif
}
