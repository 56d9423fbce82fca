namespace Pooling.Diagnostics;

/// <summary>Specifies how pools check what is rented from them.</summary>
/// <remarks>A checking mode takes its time in every rental and return, for all pools of the process: the guide to
/// diagnostics has the figures. It is meant for tests, and for a limited time in production.</remarks>
public enum PoolingMode
{
    /// <summary>Pools do not check anything beyond what they always do. This costs nothing.</summary>
    Off = 0,

    /// <summary>Pools rent nothing twice: what is returned is dropped. The use of a handle, a writer or a document
    /// after its return throws an exception that contains the stack of the return, and a reference that was kept can no
    /// longer reach what others use.</summary>
    Version = 1,

    /// <summary>Pools remember where some of the rentals were made, and report those that the garbage collector finds
    /// and that were never returned.</summary>
    Leaks = 2,
}
