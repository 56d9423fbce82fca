namespace Pooling.Internal.Polyfills;

/// <summary>Starts a background thread without the caller's execution context.</summary>
internal static class DetachedThread
{
    internal static void Start(ThreadStart work, string name)
    {
#pragma warning disable RS0030 // the one place that starts threads
        var thread = new Thread(work) { IsBackground = true, Name = name };
#pragma warning restore RS0030
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
