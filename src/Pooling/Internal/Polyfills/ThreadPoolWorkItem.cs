#if NETSTANDARD2_0
namespace System.Threading;

/// <summary>Work that is its own thread-pool item.</summary>
internal interface IThreadPoolWorkItem
{
    void Execute();
}
#endif
