namespace Pooling.JsonExport.Exporting;

/// <summary>Where documents go.</summary>
internal enum ExportSink
{
    Memory,
    File,
    Null,
}
