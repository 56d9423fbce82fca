#if NETSTANDARD2_0
namespace Pooling.Internal.Polyfills;

/// <summary>Spinning as the newer base class libraries do it.</summary>
internal static class SpinWaits
{
    extension(ref SpinWait spin)
    {
        /// <remarks>Here it may sleep for a millisecond nevertheless.</remarks>
        public void SpinOnce(int sleep1Threshold)
        {
            _ = sleep1Threshold;
            spin.SpinOnce();
        }
    }
}
#endif
