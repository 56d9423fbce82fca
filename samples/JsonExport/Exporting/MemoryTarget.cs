namespace Pooling.JsonExport.Exporting;

/// <summary>Memory that is there already, so that its growth is not measured; or nothing at all.</summary>
internal sealed class MemoryTarget(Stream stream) : IExportTarget
{
    public Stream Begin()
    {
        stream.SetLength(0);
        return stream;
    }

    public void End()
    {
    }

    public void Commit()
    {
    }

    public void Dispose()
    {
    }
}
