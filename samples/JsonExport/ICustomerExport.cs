using System.IO.Pipelines;

namespace Pooling.JsonExport;

/// <summary>One way to write customers as JSON: all in which Before and After differ stands behind it.</summary>
/// <remarks>An implementation has no state of a document: any thread may write another page meanwhile.</remarks>
internal interface ICustomerExport
{
    /// <summary>What the command line and the path of a request call it.</summary>
    string Name { get; }

    /// <summary>Writes a page, as a nightly job does.</summary>
    /// <param name="page">The customers.</param>
    /// <param name="target">What to write to; it stays open.</param>
    void Write(CustomerPage page, Stream target);

    /// <summary>Writes a page without blocking a thread, as a server does: waits while the receiver is slower.</summary>
    /// <param name="page">The customers.</param>
    /// <param name="target">What to write to; it is not completed.</param>
    /// <param name="cancellationToken">Ends the writing early, when the receiver has gone.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled, or the target said that nobody reads any more.</exception>
    Task WriteAsync(CustomerPage page, PipeWriter target, CancellationToken cancellationToken);
}
