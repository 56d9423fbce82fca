namespace Pooling.JsonExport.Exporting;

/// <summary>Specifies the destination of documents.</summary>
internal enum ExportSink
{
    Memory,
    File,
    Null,
}
