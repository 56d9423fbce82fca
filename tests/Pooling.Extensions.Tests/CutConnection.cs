using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Pooling.Extensions;

/// <summary>A connection of a server whose first write is cancelled, after it has started the response.</summary>
internal sealed class CutConnection : MemoryStream, IHttpRequestLifetimeFeature
{
    private readonly CancellationTokenSource _time = new();

    internal CutConnection()
    {
        RequestAborted = _time.Token;
        Context.Features.Set<IHttpRequestLifetimeFeature>(this);
        Context.Features.Set<IHttpResponseFeature>(new Response(this));
        Context.Features.Set<IHttpResponseBodyFeature>(new StreamResponseBodyFeature(this));
    }

    internal DefaultHttpContext Context { get; } = new();

    internal int Aborts { get; private set; }

    public CancellationToken RequestAborted { get; set; }

    public void Abort() => Aborts++;

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        _time.Cancel();
        return ValueTask.FromCanceled(_time.Token);
    }

    protected override void Dispose(bool disposing)
    {
        _time.Dispose();
        base.Dispose(disposing);
    }

    private sealed class Response(CutConnection connection) : HttpResponseFeature
    {
        public override bool HasStarted => connection._time.IsCancellationRequested;
    }
}
