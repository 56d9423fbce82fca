using System.IO.Pipelines;

namespace Contoso.Tcp1;

/// <summary>The state of one connection. Its messages are handled one at a time.</summary>
internal sealed class Session(PipeWriter output)
{
    public PipeWriter Output { get; } = output;

    public long Total { get; set; }
}
