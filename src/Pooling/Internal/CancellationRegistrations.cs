namespace Pooling.Internal;

/// <summary>The end of a registration with a token.</summary>
internal static class CancellationRegistrations
{
    extension(CancellationTokenRegistration registration)
    {
        /// <summary>Removes the registration, or waits until its callback has ended. An interrupt of the thread does
        /// not cut this short, and is delivered at the thread's next wait.</summary>
        internal void End()
        {
            bool interrupted = false;
            while (true)
            {
                try
                {
                    registration.Dispose();
                    break;
                }
                catch (ThreadInterruptedException)
                {
                    interrupted = true;
                }
            }

            if (interrupted)
                Thread.CurrentThread.Interrupt();
        }
    }
}
