using System.IO.Pipelines;

namespace Pooling.JsonExport;

/// <summary>Writes customers as JSON. Before and After differ only in the implementations of this interface.</summary>
/// <remarks>Implementations keep no state of a document: several threads can write pages at the same time.</remarks>
internal interface ICustomerExport
{
    /// <summary>The name on the command line and in the path of a request.</summary>
    string Name { get; }

    /// <summary>Writes a page synchronously, as a nightly job does.</summary>
    /// <param name="page">The customers.</param>
    /// <param name="target">The stream to write to. It stays open.</param>
    void Write(CustomerPage page, Stream target);

    /// <summary>Writes a page asynchronously, as a server does, and waits if the receiver is slower.</summary>
    /// <param name="page">The customers.</param>
    /// <param name="target">The pipe to write to. It is not completed.</param>
    /// <param name="cancellationToken">A token that cancels the operation when the receiver has disconnected.</param>
    /// <exception cref="OperationCanceledException">The token was canceled, or the reader of the pipe has completed.</exception>
    Task WriteAsync(CustomerPage page, PipeWriter target, CancellationToken cancellationToken);
}
