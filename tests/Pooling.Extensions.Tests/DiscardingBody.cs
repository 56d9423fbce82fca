using System.IO.Pipelines;
using Microsoft.AspNetCore.Http.Features;

namespace Pooling.Extensions;

/// <summary>The body of a response to nobody, which may also say so.</summary>
internal sealed class DiscardingBody : IHttpResponseBodyFeature
{
    private readonly byte[] _buffer = new byte[1 << 20];

    public DiscardingBody(bool isRefused = false) => Writer = new DiscardingWriter(_buffer, isRefused);

    public Stream Stream => Stream.Null;

    public PipeWriter Writer { get; }

    public Task CompleteAsync() => Task.CompletedTask;

    public void DisableBuffering()
    {
    }

    public Task SendFileAsync(string path, long offset, long? count, CancellationToken cancellationToken = default) =>
        Task.CompletedTask;

    public Task StartAsync(CancellationToken cancellationToken = default) => Task.CompletedTask;

    private sealed class DiscardingWriter(byte[] buffer, bool isRefused) : PipeWriter
    {
        public override void Advance(int bytes)
        {
        }

        public override void CancelPendingFlush()
        {
        }

        public override void Complete(Exception? exception = null)
        {
        }

        public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default) =>
            new(new FlushResult(isCanceled: false, isCompleted: isRefused));

        public override Memory<byte> GetMemory(int sizeHint = 0) => buffer;

        public override Span<byte> GetSpan(int sizeHint = 0) => buffer;
    }
}
