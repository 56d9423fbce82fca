#if NETSTANDARD2_0
namespace System.Threading;

/// <summary>Represents work that can be queued to the thread pool without a delegate.</summary>
internal interface IThreadPoolWorkItem
{
    void Execute();
}
#endif
