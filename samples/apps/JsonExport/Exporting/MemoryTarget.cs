namespace Pooling.JsonExport.Exporting;

/// <summary>Writes to preallocated memory, so that its growth is not measured, or to a null stream.</summary>
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
