using Contoso.Hub1;

WebApplicationBuilder builder = WebApplication.CreateSlimBuilder(args);
Limits limits = builder.Configuration.GetSection("Limits").Get<Limits>() ?? new Limits();
string urls = builder.Configuration["urls"] ?? "http://localhost:5082";
builder.WebHost.UseUrls(urls);
builder.WebHost.UseSockets(sockets =>
{
    sockets.MaxReadBufferSize = Limits.UnreadBytes;
    sockets.CreateBoundListenSocket = address => Listener.Bind(address, limits.Ping);
});
builder.WebHost.ConfigureKestrel(server =>
{
    server.Limits.RequestHeadersTimeout = server.Limits.KeepAliveTimeout = limits.Request;
    var admission = new Admission(limits);
    server.ConfigureEndpointDefaults(listener => listener.Use(admission.Limit));
});
TimeSpan shutdown = limits.Close == Timeout.InfiniteTimeSpan ? limits.Close : 2 * limits.Close;
builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = shutdown); // also of unfinished requests
builder.Services.AddSingleton(limits);
builder.Services.AddSingleton<Room>();

WebApplication app = builder.Build();
var sockets = new WebSocketOptions { KeepAliveInterval = TimeSpan.Zero }; // the system asks: see Listener.cs
foreach (string origin in builder.Configuration.GetSection("AllowedOrigins").Get<string[]>() ?? urls.Split(';'))
    sockets.AllowedOrigins.Add(origin); // of pages in browsers; other programs send none

app.UseWebSockets(sockets);
app.MapGet("/room", static (HttpContext context, Room room) => room.AcceptAsync(context));
app.Run();
