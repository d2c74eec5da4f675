from django.urls import path

from .views import ActivityView, BoardView

urlpatterns = [
    path("api/v1/pm/boards/<uuid:pk>", BoardView.as_view()),
    path("api/v1/pm/tasks/<uuid:task_id>/activity", ActivityView.as_view()),
]
