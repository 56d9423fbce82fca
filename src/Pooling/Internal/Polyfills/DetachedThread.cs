namespace Pooling.Internal.Polyfills;

/// <summary>Starts a background thread without the caller's execution context.</summary>
internal static class DetachedThread
{
    internal static void Start(ThreadStart work, string name)
    {
        var thread = new Thread(work) { IsBackground = true, Name = name };
#if NETSTANDARD2_0
        if (ExecutionContext.IsFlowSuppressed())
        {
            thread.Start();
            return;
        }

        using (ExecutionContext.SuppressFlow())
            thread.Start();
#else
        thread.UnsafeStart();
#endif
    }
}
